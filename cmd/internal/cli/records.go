package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"cryptogap/compare/sample"
)

// cached is how many runs' records stay in the user's cache.
const cached = 10

// Records are the user's own until they are given away.
const (
	privateFile   = 0o600
	privateFolder = 0o700
)

// recordsFile takes a run's records as they are made.
type recordsFile struct {
	path  string
	named *file    // the file that the user named
	cache *os.File // or one in the user's cache
	out   bool     // or standard output
	to    *sample.Writer
	err   error // the first: from then on nothing more is kept
}

// openRecords opens the file that path names, or one in the user's cache for
// "". Only a file the user asked for has to be writable.
func (a *app) openRecords(path string) (*recordsFile, error) {
	if path == standard {
		return &recordsFile{path: "standard output", to: sample.NewWriter(a.Out), out: true}, nil
	}
	if path != "" {
		f, err := newFile("--records", path, privateFile)
		if err != nil {
			return nil, err
		}
		return &recordsFile{path: path, named: f, to: sample.NewWriter(f)}, nil
	}
	f, err := createCached()
	if err != nil {
		a.say("cryptogap: the records are not kept: %v", err)
		return &recordsFile{}, nil
	}
	return &recordsFile{path: f.Name(), cache: f, to: sample.NewWriter(f)}, nil
}

// createCached makes a new file in the user's cache.
func createCached() (*os.File, error) {
	path, err := cachedPath()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, privateFile)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// cachedPath returns a new name in the user's cache, and removes the oldest records there.
func cachedPath() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "cryptogap", "runs")
	if err := os.MkdirAll(dir, privateFolder); err != nil {
		return "", err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return "", err
	}
	slices.Sort(old) // by time, as they are named
	for ; len(old) >= cached; old = old[1:] {
		if !inUse(old[0]) {
			_ = os.Remove(old[0])
		}
	}
	return filepath.Join(dir, fmt.Sprintf("%s-%d.jsonl", time.Now().UTC().Format("20060102T150405.000000"), os.Getpid())), nil
}

// inUse says whether a run still writes the file: it holds a lock on it until it ends.
func inUse(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil
}

// write keeps a record. A disk that is full does not end the run: what is
// measured can still be printed.
func (r *recordsFile) write(rec sample.Record) error {
	if r.to != nil && r.err == nil {
		r.err = r.to.Write(rec)
	}
	return nil
}

// finish puts the file in its place, and says where the records are. It is an
// error that they are not whole only where the user asked for them.
func (r *recordsFile) finish(a *app) error {
	switch {
	case r.err != nil && r.named != nil:
		return fmt.Errorf("write %s: %w%s", r.path, reason(r.err), r.named.partial())
	case r.err != nil && r.out:
		return fmt.Errorf("write the records: %w", reason(r.err))
	case r.err != nil:
		a.say("cryptogap: the records are not whole: %v", r.err)
		return nil
	case r.named != nil:
		if err := r.named.keep(); err != nil {
			return err
		}
	}
	if r.to != nil && !r.out {
		a.say("records: %s", r.path)
	}
	return nil
}

// close ends a run that did not come to finish.
func (r *recordsFile) close() {
	if r.named != nil {
		r.named.drop()
	}
	if r.cache != nil {
		_ = r.cache.Close()
	}
}

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// A file takes what will be at path once it is whole. Until then, what is
// there stays. A path that is no regular file, such as /dev/stdout, is written as it is.
type file struct {
	*os.File
	path string // as the user wrote it
	put  string // what the file beside it is renamed to; "": it is path itself
}

// newFile opens a file to write, or says in a usage error why that cannot be done. flag is
// what the user named path by.
func newFile(flag, path string, mode fs.FileMode) (*file, error) {
	fail := func(why any) error { return usagef("%s %s cannot be written: %v", flag, path, why) }
	target, there := path, false
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return nil, fail("it is a folder")
	case err == nil:
		// Asked for now, since only the folder is asked when the new file is put in its place.
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fail(reason(err))
		}
		if !info.Mode().IsRegular() {
			return &file{File: f, path: path}, nil
		}
		_ = f.Close()
		if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Nlink > 1 {
			return nil, fail("it has another name too (a hard link), and they would part")
		}
		mode, there = info.Mode().Perm(), true
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return nil, fail(reason(err))
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fail(reason(err))
	default:
		if _, err := os.Lstat(path); err == nil {
			return nil, fail("it is a link to a file that is not there")
		}
	}
	f, err := os.OpenFile(fmt.Sprintf("%s.%08x.partial", target, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, fail(reason(err))
	}
	if there {
		_ = f.Chmod(mode) // what the umask took away; a file system that knows no permissions is no reason to give up
	}
	return &file{f, path, target}, nil
}

// keep puts the file in its place.
func (f *file) keep() error {
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", f.path, reason(err))
	}
	if f.put == "" {
		return nil
	}
	if err := os.Rename(f.Name(), f.put); err != nil {
		text := f.Name()
		f.put = "" // whole, and worth keeping
		return fmt.Errorf("write %s: %w: what it would hold is in %s", f.path, reason(err), text)
	}
	f.put = ""
	return nil
}

// drop removes a file that was not kept.
func (f *file) drop() {
	if f.put != "" {
		_ = f.Close()
		_ = os.Remove(f.Name())
		f.put = ""
	}
}

// partial leaves the file that is not whole where it is, and says where; "" where there is none.
func (f *file) partial() string {
	if f.put == "" {
		return ""
	}
	_ = f.Close()
	f.put = ""
	return ": what was written before is in " + f.Name()
}

// standard stands for standard output or standard input in place of a file's name.
const standard = "-"

// same says whether two paths name one file, or would.
func same(a, b string) bool {
	if a == "" || b == "" || a == standard || b == standard {
		return false
	}
	one, err1 := os.Stat(a)
	two, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		return one.Mode().IsRegular() && os.SameFile(one, two)
	}
	return err1 != nil && err2 != nil && located(a) == located(b)
}

// located is the path of a file that is not there, without links in its folder.
func located(path string) string {
	dir, name := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(filepath.Clean(dir + ".")); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Join(dir, name)
}

// reason is what the system said, without the name of a file that the user does not know.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

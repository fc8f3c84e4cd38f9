package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"github.com/spf13/pflag"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

const fleet = "../../docs/fleet"

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fleet, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// decode refuses fields that the API does not have.
func decode(text []byte) (*batch.Job, error) {
	job := new(batch.Job)
	return job, yaml.UnmarshalStrict(text, job)
}

func TestKubernetes(t *testing.T) {
	text := read(t, "kubernetes.yaml")
	job, err := decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if job.APIVersion != "batch/v1" || job.Kind != "Job" {
		t.Errorf("%s %s is no Job", job.APIVersion, job.Kind)
	}
	spec, pod := job.Spec, job.Spec.Template.Spec
	if spec.CompletionMode == nil || *spec.CompletionMode != batch.IndexedCompletion || *spec.Completions != *spec.Parallelism {
		t.Error("not one pod per index, all at once")
	}
	if pod.RestartPolicy != core.RestartPolicyNever || len(pod.Containers) != 1 {
		t.Fatalf("restart policy %q, %d containers", pod.RestartPolicy, len(pod.Containers))
	}
	c := pod.Containers[0]
	// The static CPU manager policy gives cores of its own to a pod of the class Guaranteed that asks for whole CPUs.
	if !maps.EqualFunc(c.Resources.Requests, c.Resources.Limits, func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("requests %v and limits %v differ", c.Resources.Requests, c.Resources.Limits)
	}
	if cpu := c.Resources.Limits.Cpu().MilliValue(); cpu < 1000 || cpu%1000 != 0 {
		t.Errorf("%d thousandths of a CPU are no whole CPUs", cpu)
	}
	for _, term := range pod.Affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution {
		for k, v := range term.LabelSelector.MatchLabels {
			if job.Spec.Template.Labels[k] != v {
				t.Errorf("pods have no label %s=%s, so they may share a node", k, v)
			}
		}
	}
	for _, m := range c.VolumeMounts {
		if !slices.ContainsFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == m.Name }) {
			t.Errorf("no volume is called %s", m.Name)
		}
	}
	if _, err := decode(bytes.Replace(text, []byte("completionMode"), []byte("completionMood"), 1)); err == nil {
		t.Error("a field that the API does not have is not found")
	}
}

func TestWorkflow(t *testing.T) {
	lint := func(text []byte) []*actionlint.Error {
		t.Helper()
		l, err := actionlint.NewLinter(new(bytes.Buffer), &actionlint.LinterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		faults, err := l.Lint("github.yml", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		return faults
	}
	for name, spoiled := range map[string]map[string]string{
		"github.yml":       {"needs: measure": "needs: measured", "matrix.runner }}.json": "matrix.walker }}.json"},
		"pull-request.yml": {"steps.ab.outcome": "steps.abc.outcome", "github.event.number": "github.evnt.number"},
	} {
		text := read(t, name)
		for _, fault := range lint(text) {
			t.Error(fault)
		}
		for old, new := range spoiled {
			if len(lint(bytes.Replace(text, []byte(old), []byte(new), 1))) == 0 {
				t.Errorf("%s: %q is not found", name, new)
			}
		}
	}
}

// TestPullRequest: the commands of the workflow are those of this program, and of this Makefile.
func TestPullRequest(t *testing.T) {
	text := string(read(t, "pull-request.yml"))
	arguments := regexp.MustCompile(`bin/after (ab .*)`).FindStringSubmatch(text)
	if arguments == nil {
		t.Fatal("the workflow does not compare two builds")
	}
	command := exec.Command("go", "run", "./cmd/cryptogap", "ab", "--help")
	command.Dir, command.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	help, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(arguments[1], -1) {
		if !bytes.Contains(help, []byte(flag+" ")) {
			t.Errorf("ab has no flag %s", flag)
		}
	}
	for _, target := range regexp.MustCompile(`make -C cryptogap (\w+)`).FindAllStringSubmatch(text, -1) {
		dry := exec.Command("make", "-n", target[1], "OUT=bin/before")
		dry.Dir = "../.."
		if out, err := dry.CombinedOutput(); err != nil {
			t.Errorf("make %s: %v: %s", target[1], err, out)
		}
	}
}

// sbatch has the options of sbatch(1) that the example may use.
func sbatch() *pflag.FlagSet {
	f := pflag.NewFlagSet("sbatch", pflag.ContinueOnError)
	for _, name := range []string{"job-name", "array", "mem", "time", "output", "error", "partition", "constraint", "account"} {
		f.String(name, "", "")
	}
	f.Int("nodes", 1, "")
	f.Int("ntasks", 1, "")
	f.Int("cpus-per-task", 1, "")
	f.Bool("exclusive", false, "")
	return f
}

// The options are Slurm's, and the script runs: with an srun that only runs what stands behind its own options.
func TestSlurm(t *testing.T) {
	text := read(t, "slurm.sh")
	var options []string
	for line := range strings.Lines(string(text)) {
		if option, ok := strings.CutPrefix(line, "#SBATCH "); ok {
			options = append(options, strings.TrimSpace(option))
		}
	}
	f := sbatch()
	if err := f.Parse(options); err != nil || f.NArg() != 0 || len(options) == 0 {
		t.Errorf("%q: %v", options, err)
	}
	if n, _ := f.GetInt("cpus-per-task"); n < 1 {
		t.Errorf("%d CPUs", n)
	}
	dir := t.TempDir()
	for name, script := range map[string]string{
		"srun":      "#!/bin/sh\nwhile case $1 in --*) ;; *) false ;; esac; do shift; done\nexec \"$@\"\n",
		"cryptogap": "#!/bin/sh\n[ \"$1 $2 $3 $4\" = 'run --format json -o' ] && echo '{}' >\"$5\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, task := range []string{"0", "2"} {
		cmd := exec.Command("bash", "-s")
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(text)
		cmd.Env = []string{"PATH=" + dir + ":/usr/bin:/bin", "SLURM_ARRAY_TASK_ID=" + task, "SLURMD_NODENAME=node7"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "results", "node7-"+task+".json")); err != nil {
			t.Error(err)
		}
	}
}

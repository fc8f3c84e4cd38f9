//go:build race

package isolate

const raceDetector = true

package sample

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
)

// A line ends with its checksum: ,"crc32":"0123abcd"} in which the eight digits are the CRC-32 (IEEE) of all that stands before
// the comma. A digit that another program changed, or that a disk lost, would otherwise be another figure.
const (
	sumKey    = `,"crc32":"`
	sumEnd    = `"}`
	sumDigits = 8
)

var errSum = errors.New("the line is not what its checksum says")

// seal adds the checksum to the text of a record, which may be overwritten.
func seal(line []byte) []byte {
	body := bytes.TrimSuffix(line, []byte("}"))
	return append(body, sumOf(body)...)
}

// sumOf returns what stands behind the body of a line.
func sumOf(body []byte) string {
	return fmt.Sprintf("%s%08x%s", sumKey, crc32.ChecksumIEEE(body), sumEnd)
}

// checkSum says whether the line has a checksum. It is an error if the rest of the line has another.
func checkSum(line []byte) (ok bool, err error) {
	at := len(line) - len(sumKey) - sumDigits - len(sumEnd)
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumKey)) {
		return false, nil
	}
	if string(line[at:]) != sumOf(line[:at]) {
		return true, errSum
	}
	return true, nil
}

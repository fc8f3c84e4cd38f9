package sample

// A Status says how a library's outputs stand to the others'.
type Status string

// The statuses of a verdict, of a library's answer and of a failure.
const (
	Match      Status = "match"       // bytes equal, or accepted by the others where the output is random
	Mismatch   Status = "mismatch"    // outputs differ
	Refused    Status = "refused"     // the library said no
	NotOffered Status = "not offered" // by the binding, which is our choice
	Absent     Status = "absent"      // not in this library, or not in this build
	Crashed    Status = "crashed"     // the library ended the process
	Unchecked  Status = "unchecked"   // one library alone, and no vector: not cross-checked
	Known      Status = "known"       // differs as a list of known disagreements says; only of vectors
)

// A Verdict says whether the libraries agree on one case.
type Verdict struct {
	Case    string   `json:"case"`
	Status  Status   `json:"status"`            // match, mismatch or unchecked of the whole
	Digest  string   `json:"digest,omitempty"`  // hex: how the common output starts, or its SHA-256 where it is long
	Checks  int      `json:"checks"`            // comparisons made
	Answers []Answer `json:"answers"`           // one a provider, in the providers' order
	Details []string `json:"details,omitempty"` // a mismatch: which length, which call, both values
}

// An Answer is what one provider did with the case.
type Answer struct {
	Provider       string `json:"provider"`
	Status         Status `json:"status"`
	Why            string `json:"why,omitempty"` // the library's words, the reason for absence, the signal
	Implementation string `json:"implementation,omitempty"`
}

// Answer returns the provider's answer.
func (v *Verdict) Answer(provider string) (Answer, bool) {
	for _, a := range v.Answers {
		if a.Provider == provider {
			return a, true
		}
	}
	return Answer{}, false
}

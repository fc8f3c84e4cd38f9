// This module pins the vectors of Project Wycheproof, which "make wycheproof" fetches. It has no code.
module cryptogap/compare/wycheproof/module

go 1.26

require github.com/c2sp/wycheproof v0.0.0-20260902155932-3fa63dd0344a

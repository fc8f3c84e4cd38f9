package main

// stamp identifies the compiled packages; native/layouts.sh sets it. A binary and its workers have the same one.
var stamp string

// A C library that misbehaves. SPDX-License-Identifier: GPL-3.0-or-later
#ifndef FAULTY_H
#define FAULTY_H

// faulty_do does what the name says: 0, or -1 if there is no such fault. Most do not return.
int faulty_do(const char *what);

#endif

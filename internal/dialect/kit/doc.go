// Package kit is what all dialects are built from: it reads configuration
// documents and says what is wrong with them and where, writes what a hook
// reads, and takes the hook's answer apart. Which keys there are and what they
// mean is each dialect's own business.
package kit

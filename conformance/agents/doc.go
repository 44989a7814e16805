// Package agents drives the real agents, installed from npm, against a model
// that plays a script on loopback, and shows that they obey Grapnel. `make
// agents` installs them into a cache folder and runs this; it is not a part of
// `make test`.
package agents

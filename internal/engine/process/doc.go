// Package process runs one hook process: an argument vector, an environment and
// bytes go in; bytes and an exit status come out. What the process is for, and
// what its output means, is no concern of this package.
//
// A process runs without a controlling terminal, in a session of its own. It
// can neither block the caller by ignoring its input or flooding its output,
// nor outlive its time limit by ignoring signals. A process that ends in time
// may leave children running in the background; they are not waited for, even
// if they still hold its output open, and they are left alone.
//
// # What has ended afterwards
//
// A run that is out of time, or canceled, ends everything that it has started.
// All of it gets SIGTERM, and SIGKILL when the grace is over. What belongs to
// the run is found in three ways: by its process group and session, by its
// parents, and by a mark. The mark is a random number in the variable
// GRAPNEL_RUN of the run's environment. Processes inherit it, also those that
// have moved to a session of their own and have lost their parent. Looking is
// repeated until nothing is found. What merely shares a session or a group with
// a marked process, such as an older daemon that has started it, is not touched.
//
// If this program itself is killed, the system kills the process of a run where
// it can (the parent-death signal), and a watchdog the rest: a small shell that
// is started once a run takes longer than a fifth of a second, and sees by a
// pipe that we are gone. Short runs do not pay for it.
//
//	                                     Linux       macOS       Windows
//	out of time or canceled:
//	  the process and its children       ended       ended       ended (job object)
//	  ignores SIGTERM                    ended       ended       there is no SIGTERM: ended at once
//	  respawns, faster than we look      ended (1)   ended (1)   ended
//	  double fork, setsid, both          ended       ended (2)   ended
//	  both, with another environment     not ended   not ended   ended
//	  with another user's rights         not ended   not ended   not ended
//	  started by asking a daemon         if marked   if marked   not ended
//	ended by itself:
//	  children in the background         left alone  left alone  left alone
//	this program is killed by SIGKILL:
//	  the process of the run             ended       ended (3)   not ended
//	  everything in its process group    ended (3)   ended (3)   not ended
//	  marked, in other groups            ended (3)   not ended   not ended
//
//	(1) Surely within the group of the run, which one SIGKILL reaches as a
//	    whole. With a new session for each generation it is a race that we
//	    enter again and again for half a second.
//	(2) macOS hides the environment of programs that it protects; those of the
//	    system are. Such a process is found by its session and parents only.
//	(3) By the watchdog: if the run has lasted for a fifth of a second, /bin/sh
//	    could be started, and the watchdog was not killed as well.
//
// Linux needs /proc for all this; without it only the process group ends.
//
// Neither a subreaper nor cgroups are used. A subreaper would be given orphans
// without a mark too, but cannot tell whether one comes from the run that is out
// of time or was left, rightly, by another; and a library must not change who
// adopts the orphans of the program that it is part of. A cgroup takes rights
// that hooks rarely run with.
package process

package shell

// wrapper is a program that runs another one, which follows as arguments. The
// options it mentions are comma-separated lists of names.
type wrapper struct {
	options   string // as in optionTable
	operands  int    // how many come before the program
	assigns   bool   // NAME=value may come before the program
	mixes     bool   // and options may follow that
	text      string // options whose value is a text for a shell
	query     string // options with which nothing runs
	chdir     string // options whose value is the working directory
	elsewhere string // options that change the root directory
	builtin   bool   // it runs in the shell itself
	shell     bool   // without a program it starts a shell
	items     bool   // it adds arguments that it reads from standard input
}

// wrapperOf returns how a program runs another one.
func wrapperOf(program string) (wrapper, bool) {
	switch program {
	case "sudo":
		return wrapper{options: "A,askpass B,bell b,background C,close-from: D,chdir: E,preserve-env? e,edit g,group: H,set-home " +
			"h,host: i,login K,remove-timestamp k,reset-timestamp l,list N,no-update n,non-interactive " +
			"P,preserve-groups p,prompt: R,chroot: r,role: S,stdin s,shell T,command-timeout: t,type: " +
			"U,other-user: u,user: V,version v,validate help", assigns: true, mixes: true, query: "e,l,V,v,K,help", chdir: "D", elsewhere: "R", shell: true}, true
	case "doas":
		return wrapper{options: "C: L n s u:", query: "C,L", shell: true}, true
	case "env":
		return wrapper{options: "i,ignore-environment 0,null u,unset: C,chdir: S,split-string: a,argv0: v,debug block-signal? " +
			"default-signal? ignore-signal? list-signal-handling help version P:", assigns: true, chdir: "C", query: "help,version"}, true
	case "nohup", "fakeroot", "noglob", "nocorrect", "-", "--": // zsh has some, and time -- a
		return wrapper{options: "help version"}, true
	case "nice":
		return wrapper{options: "n,adjustment: 0 1 2 3 4 5 6 7 8 9 help version"}, true
	case "ionice":
		return wrapper{options: "c,class: n,classdata: t,ignore p,pid: P,pgid: u,uid: h,help V,version", query: "p,P,u,h,V"}, true
	case "time":
		return wrapper{options: "f,format: o,output: p,portability a,append v,verbose q,quiet V,version"}, true
	case "timeout":
		return wrapper{options: "s,signal: k,kill-after: f,foreground p,preserve-status v,verbose help version", operands: 1}, true
	case "command":
		return wrapper{options: "p v V", query: "v,V", builtin: true}, true
	case "exec":
		return wrapper{options: "a: c l"}, true
	case "builtin":
		return wrapper{builtin: true}, true
	case "repeat": // of zsh
		return wrapper{operands: 1, builtin: true}, true
	}
	return processWrapper(program)
}

// processWrapper has wrappers that change how a process runs.
func processWrapper(program string) (wrapper, bool) {
	switch program {
	case "setsid":
		return wrapper{options: "c,ctty f,fork w,wait h,help V,version"}, true
	case "stdbuf":
		return wrapper{options: "i,input: o,output: e,error: help version"}, true
	case "flock":
		return wrapper{options: "s,shared x,e,exclusive u,unlock n,nb,nonblock w,wait,timeout: o,close E,conflict-exit-code: " +
			"c,command: F,no-fork fcntl verbose h,help V,version", operands: 1, text: "c"}, true
	case "chrt":
		return wrapper{options: "a,all-tasks m,max p,pid v,verbose R,reset-on-fork f,fifo i,idle b,batch o,other r,rr d,deadline " +
			"T,sched-runtime: P,sched-period: D,sched-deadline: h,help V,version", operands: 1, query: "m,p,h,V"}, true
	case "taskset":
		return wrapper{options: "a,all-tasks p,pid c,cpu-list h,help V,version", operands: 1, query: "p,h,V"}, true
	case "unshare":
		return wrapper{options: "m,mount? u,uts? i,ipc? n,net? p,pid? U,user? C,cgroup? T,time? f,fork mount-proc? r,map-root-user " +
			"c,map-current-user map-auto map-user: map-group: map-users: map-groups: propagation: setgroups: " +
			"keep-caps kill-child? R,root: w,wd: S,setuid: G,setgid: monotonic: boottime: h,help V,version", elsewhere: "R,w", shell: true}, true
	case "xargs":
		return wrapper{options: "0,null a,arg-file: d,delimiter: E: e,eof? I: i,replace? L: l,max-lines? n,max-args: P,max-procs: " +
			"p,interactive process-slot-var: r,no-run-if-empty s,max-chars: t,verbose x,exit o,open-tty J: R: S: " +
			"help version", items: true, query: "help,version"}, true
	case "script":
		return wrapper{options: "a,append c,command: e,return f,flush force q,quiet t,timing? T,log-timing: B,log-io: I,log-in: " +
			"O,log-out: E,echo: m,logging-format: o,output-limit: h,help V,version", text: "c", operands: 1, shell: true}, true
	case "chroot":
		return wrapper{options: "userspec: groups: skip-chdir", operands: 1, shell: true}, true
	case "busybox", "toybox":
		return wrapper{options: "list install", query: "list,install"}, true
	case "strace", "ltrace":
		return wrapper{options: "f ff o: e: p: s: u: E: a: O: S: P: I: b: X: c C D d h i k n q r t T v V w x y z", query: "p"}, true
	case "systemd-run":
		return wrapper{options: "user system scope u,unit: p,property: description: slice: uid: gid: nice: working-directory: " +
			"E,setenv: t,pty P,pipe q,quiet wait G,collect d,same-dir S,shell", chdir: "working-directory"}, true
	case "caffeinate":
		return wrapper{options: "d i m s u t: w:"}, true
	case "setarch", "linux64", "linux32":
		return wrapper{options: "R,addr-no-randomize B,32bit 3 v,verbose L X Z S T I F h,help V,version"}, true
	}
	return wrapper{}, false
}

// Options of programs that run others in a way of their own.
const (
	dockerExec  = "d,detach detach-keys: e,env: env-file: i,interactive privileged t,tty u,user: w,workdir: l,latest preserve-fds:"
	kubectlExec = "n,namespace: context: cluster: user: kubeconfig: s,server: token: as: as-group: as-uid: " +
		"request-timeout: c,container: f,filename: pod-running-timeout: q,quiet i,stdin t,tty v:"
	suOptions = "c,command: session-command: l,login s,shell: u,user: g,group: G,supp-group: " +
		"m,p,preserve-environment P,pty f,fast w,whitelist-environment: h,help V,version"
	watchOptions = "n,interval: d,differences? q,equexit: b,beep c,color C,no-color e,errexit g,chgexit p,precise " +
		"r,no-rerun t,no-title w,no-wrap x,exec f,follow h,help v,version"
	sshOptions = "4 6 A a C f G g K k M N n q s T t V v X x Y y B: b: c: D: E: e: F: I: i: J: L: l: m: O: o: P: p: Q: R: S: W: w:"
)

// shellKind says which syntax a program that runs texts understands.
type shellKind uint8

const (
	notShell     shellKind = iota
	likeBash               // close enough to parse its texts
	foreignShell           // a syntax of its own
)

func kindOf(program string) shellKind {
	switch program {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "ksh93", "mksh", "oksh", "rbash", "yash":
		return likeBash
	case "fish", "csh", "tcsh", "pwsh", "powershell", "pwsh.exe", "powershell.exe", "cmd", "cmd.exe", "nu", "xonsh", "elvish", "rc", "es", "command.com":
		return foreignShell
	}
	return notShell
}

// isPlainShell reports whether a shell may know less than bash.
func isPlainShell(program string) bool {
	switch program {
	case "bash", "rbash", "zsh", "ksh", "ksh93", "mksh", "oksh":
		return false
	}
	return true
}

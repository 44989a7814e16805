package shell

// optionsOf returns how a program reads its arguments. Programs without a table
// have options in any place, short ones cluster, and none takes a separate value.
//
// The tables are incomplete on purpose: they have what rules are about and what
// takes a value, because a value would else be counted as an operand.
func optionsOf(program string) optionTable {
	if w, ok := wrapperOf(program); ok {
		return optionTable{list: w.options, ordered: true}
	}
	for _, table := range [...]func(string) optionTable{fileProgram, commandProgram, packageProgram, otherProgram} {
		if o := table(program); o != (optionTable{}) {
			return o
		}
	}
	return optionTable{}
}

// fileProgram has the programs that handle files.
func fileProgram(program string) optionTable {
	switch program {
	case "rm":
		return optionTable{list: "r,R,recursive f,force i I interactive? d,dir v,verbose x,one-file-system no-preserve-root " +
			"preserve-root? P W help version"}
	case "chmod":
		return optionTable{list: "R,recursive f,silent,quiet v,verbose c,changes h,no-dereference dereference H L P reference: " +
			"no-preserve-root preserve-root help version"}
	case "chown", "chgrp":
		return optionTable{list: "R,recursive f,silent,quiet v,verbose c,changes h,no-dereference dereference H L P from: reference: " +
			"no-preserve-root preserve-root help version"}
	case "cp":
		return optionTable{list: "r,R,recursive f,force a,archive i,interactive n,no-clobber u,update? l,link s,symbolic-link d p " +
			"preserve? no-preserve: t,target-directory: T,no-target-directory S,suffix: b backup? v,verbose " +
			"x,one-file-system L,dereference P,no-dereference H Z context? sparse: reflink? parents " +
			"remove-destination strip-trailing-slashes attributes-only copy-contents debug help version"}
	case "mv":
		return optionTable{list: "f,force i,interactive n,no-clobber u,update? t,target-directory: T,no-target-directory S,suffix: b " +
			"backup? v,verbose Z,context strip-trailing-slashes exchange no-copy debug help version"}
	case "ln":
		return optionTable{list: "s,symbolic f,force n,no-dereference r,relative L,logical P,physical i,interactive b backup? " +
			"S,suffix: t,target-directory: T,no-target-directory v,verbose d,F,directory"}
	case "dd":
		return optionTable{list: "help version", assignments: true}
	case "install":
		return optionTable{list: "m,mode: o,owner: g,group: t,target-directory: S,suffix: T,no-target-directory d,directory D " +
			"p,preserve-timestamps v,verbose b backup? s,strip C,compare strip-program:"}
	case "mkdir":
		return optionTable{list: "m,mode: p,parents v,verbose Z context?"}
	case "touch":
		return optionTable{list: "a c,no-create d,date: f h,no-dereference m r,reference: t: time:"}
	case "head", "tail":
		return optionTable{list: "n,lines: c,bytes: q,quiet,silent v,verbose z,zero-terminated f follow? F retry s,sleep-interval: " +
			"pid: max-unchanged-stats:"}
	case "grep", "egrep", "fgrep", "zgrep":
		return optionTable{list: "e,regexp: f,file: m,max-count: A,after-context: B,before-context: C,context: d,directories: " +
			"D,devices: label: include: exclude: exclude-from: exclude-dir: binary-files: color? colour? " +
			"r,recursive R,dereference-recursive i,ignore-case l,files-with-matches n,line-number v,invert-match"}
	case "sed":
		return optionTable{list: "e,expression: f,file: l,line-length: i,in-place? E,r,regexp-extended n,quiet,silent s,separate " +
			"u,unbuffered z,null-data"}
	case "truncate":
		return optionTable{list: "s,size: r,reference: c,no-create o,io-blocks"}
	case "tee":
		return optionTable{list: "a,append i,ignore-interrupts p output-error?"}
	case "find":
		return optionTable{list: "D: O?", singleDash: true}
	case "shred":
		return optionTable{list: "n,iterations: s,size: u remove? z,zero f,force v,verbose x,exact random-source:"}
	case "sort":
		return optionTable{list: "o,output: k,key: t,field-separator: S,buffer-size: T,temporary-directory: parallel: " +
			"compress-program: files0-from: batch-size: sort: u,unique r,reverse n,numeric-sort"}
	case "rsync":
		return optionTable{list: "e,rsh: f,filter: exclude: include: exclude-from: include-from: files-from: rsync-path: partial-dir: " +
			"T,temp-dir: B,block-size: M,remote-option: bwlimit: timeout: port: log-file: out-format: " +
			"password-file: max-size: min-size: link-dest: copy-dest: compare-dest: backup-dir: suffix: chmod: " +
			"chown: a,archive r,recursive delete v,verbose n,dry-run"}
	}
	return optionTable{}
}

// commandProgram has programs with subcommands.
func commandProgram(program string) optionTable {
	switch program {
	case "git":
		return optionTable{list: "C: c: config-env: exec-path? git-dir: work-tree: namespace: super-prefix: attr-source: p,paginate " +
			"P,no-pager bare no-replace-objects literal-pathspecs no-optional-locks v,version h,help", ordered: true, subcommands: true}
	case "docker", "podman", "nerdctl":
		return optionTable{list: "H,host: c,context: config: l,log-level: D,debug tls tlscacert: tlscert: tlskey: tlsverify " +
			"connection: identity: url: root: runroot: namespace:", subcommands: true}
	case "kubectl", "oc":
		return optionTable{list: "n,namespace: context: cluster: user: kubeconfig: s,server: token: as: as-group: as-uid: cache-dir: " +
			"certificate-authority: client-certificate: client-key: password: username: profile: profile-output: " +
			"request-timeout: tls-server-name: v: vmodule: f,filename: l,selector: o,output: c,container: " +
			"k,kustomize: p,patch: type: image: port: replicas: field-selector: grace-period: timeout: " +
			"overrides: from-literal: from-file: force all A,all-namespaces now cascade? dry-run? wait? " +
			"R,recursive i,stdin t,tty w,watch q,quiet", subcommands: true}
	case "gh":
		return optionTable{list: "R,repo: hostname: t,title: b,body: B,base: H,head: F,body-file: notes-file: n,notes: X,method: " +
			"f,raw-field: F,field: q,jq: target:", subcommands: true}
	case "helm":
		return optionTable{list: "n,namespace: kube-context: kubeconfig: kube-apiserver: kube-token: registry-config: " +
			"repository-config: f,values: set: set-string: set-file: version: timeout:", subcommands: true}
	case "terraform", "tofu":
		return optionTable{list: "chdir? auto-approve? target? var? var-file? destroy", singleDash: true, subcommands: true}
	case "aws":
		return optionTable{list: "profile: region: endpoint-url: output: query: color: ca-bundle: cli-read-timeout: " +
			"cli-connect-timeout:", subcommands: true}
	case "gcloud":
		return optionTable{list: "project: account: configuration: format: verbosity: impersonate-service-account: billing-project: " +
			"flags-file: zone: region:", subcommands: true}
	case "systemctl":
		return optionTable{list: "H,host: M,machine: t,type: p,property: s,signal: n,lines: o,output: root: job-mode: kill-whom: " +
			"f,force q,quiet user now", subcommands: true}
	}
	return optionTable{}
}

// packageProgram has managers of packages.
func packageProgram(program string) optionTable {
	switch program {
	case "npm", "pnpm", "yarn":
		return optionTable{list: "prefix: C,dir: cwd: w,workspace: registry: tag: otp: access: userconfig: loglevel: cache: filter: " +
			"F: f,force g,global D,save-dev", subcommands: true}
	case "cargo":
		return optionTable{list: "C: Z: config: color: manifest-path: target-dir: token: registry: index: p,package: j,jobs: " +
			"features: target: profile:", subcommands: true}
	case "apt", "apt-get":
		return optionTable{list: "o,option: c,config-file: t,target-release: a,host-architecture: y,yes,assume-yes q,quiet " +
			"f,fix-broken purge", subcommands: true}
	case "pip", "pip3":
		return optionTable{list: "proxy: timeout: retries: log: cert: client-cert: cache-dir: python: trusted-host: i,index-url: " +
			"extra-index-url: r,requirement: c,constraint: t,target: e,editable: y,yes", subcommands: true}
	}
	return optionTable{}
}

// otherProgram has programs that talk to a network, and compilers and archivers.
func otherProgram(program string) optionTable {
	switch program {
	case "curl":
		return optionTable{list: "X,request: d,data: data-raw: data-binary: data-ascii: data-urlencode: json: F,form: form-string: " +
			"o,output: output-dir: T,upload-file: H,header: u,user: U,proxy-user: A,user-agent: e,referer: " +
			"b,cookie: c,cookie-jar: x,proxy: K,config: w,write-out: m,max-time: connect-timeout: retry: " +
			"retry-delay: retry-max-time: max-redirs: r,range: C,continue-at: E,cert: key: cacert: capath: " +
			"resolve: connect-to: url: Q,quote: y,speed-time: Y,speed-limit: z,time-cond: D,dump-header: " +
			"interface: limit-rate: noproxy: unix-socket: oauth2-bearer: aws-sigv4: request-target: " +
			"t,telnet-option: P,ftp-port: ciphers: stderr: trace: trace-ascii: variable: expand-data: k,insecure " +
			"L,location location-trusted s,silent S,show-error f,fail I,head i,include,show-headers " +
			"O,remote-name J,remote-header-name G,get v,verbose a,append g,globoff n,netrc N,no-buffer q,disable " +
			"Z,parallel p,proxytunnel j,junk-session-cookies R,remote-time B,use-ascii l,list-only 0,http1.0 " +
			"1,tlsv1 2,sslv2 3,sslv3 4,ipv4 6,ipv6 #,progress-bar compressed http1.1 http2 fail-with-body " +
			"create-dirs"}
	case "wget":
		return optionTable{list: "O,output-document: o,output-file: a,append-output: P,directory-prefix: t,tries: T,timeout: w,wait: " +
			"Q,quota: U,user-agent: e,execute: i,input-file: header: post-data: post-file: method: body-data: " +
			"body-file: user: password: A,accept: R,reject: D,domains: I,include-directories: " +
			"X,exclude-directories: l,level: q,quiet r,recursive c,continue N,timestamping m,mirror " +
			"k,convert-links"}
	case "make", "gmake":
		return optionTable{list: "C,directory: f,file,makefile: I,include-dir: j? l? o,old-file: W,what-if: eval: k,keep-going " +
			"n,just-print,dry-run s,silent B,always-make"}
	case "tar":
		return optionTable{list: "f,file: C,directory: T,files-from: X,exclude-from: exclude: I,use-compress-program: to-command: " +
			"transform,xform: x,extract,get c,create t,list r,append u,update v,verbose z,gzip j,bzip2 J,xz " +
			"p,preserve-permissions strip-components: owner: group: mode:"}
	case "go", "java", "javac", "gcc", "g++", "cc", "clang", "openssl", "ffmpeg", "xcodebuild", "packer", "nomad", "consul", "vault":
		return optionTable{singleDash: true}
	}
	return optionTable{}
}

// subcommandOptions has the options of subcommands that differ from those of
// their program.
func subcommandOptions(program, subcommand string) optionTable {
	switch program + " " + subcommand {
	case "git push":
		return optionTable{list: "f,force force-with-lease? force-if-includes d,delete n,dry-run u,set-upstream o,push-option: repo: " +
			"receive-pack: exec: all,branches mirror tags follow-tags no-verify prune atomic thin no-thin " +
			"q,quiet v,verbose progress porcelain signed? recurse-submodules: no-force-with-lease? 4,ipv4 6,ipv6"}
	case "git commit":
		return optionTable{list: "m,message: F,file: C,reuse-message: c,reedit-message: t,template: author: date: cleanup: fixup: " +
			"squash: trailer: pathspec-from-file: a,all amend n,no-verify s,signoff S,gpg-sign? e,edit no-edit " +
			"allow-empty q,quiet v,verbose p,patch"}
	case "git clean":
		return optionTable{list: "f,force d x X n,dry-run q,quiet i,interactive e,exclude:"}
	case "git reset":
		return optionTable{list: "hard soft mixed merge keep q,quiet p,patch N,intent-to-add pathspec-from-file:"}
	case "git checkout", "git switch", "git branch":
		return optionTable{list: "b: B: c,create: C,force-create: orphan: t,track? u,set-upstream-to: f,force d,delete D m,move,merge " +
			"M q,quiet detach a,all r,remotes l,list v,verbose conflict: pathspec-from-file: sort: contains: " +
			"format:"}
	case "docker rm", "podman rm":
		return optionTable{list: "f,force v,volumes l,link a,all t,time: filter: i,ignore"}
	case "docker run", "podman run", "docker create", "podman create":
		return optionTable{list: "v,volume: mount: e,env: env-file: name: p,publish: w,workdir: u,user: network,net: entrypoint: " +
			"h,hostname: l,label: a,attach: c,cpu-shares: m,memory: cpus: device: dns: add-host: cap-add: " +
			"cap-drop: security-opt: restart: platform: pull: gpus: ipc: pid: userns: tmpfs: ulimit: log-driver: " +
			"log-opt: runtime: shm-size: stop-signal: stop-timeout: volumes-from: cidfile: cgroupns: link: " +
			"expose: group-add: health-cmd: label-file: d,detach i,interactive t,tty rm privileged P,publish-all " +
			"q,quiet read-only init", ordered: true}
	case "docker exec", "podman exec", "nerdctl exec":
		return optionTable{list: dockerExec, ordered: true}
	case "docker system", "docker volume", "docker image", "docker network", "docker container", "docker builder":
		return optionTable{list: "a,all f,force filter: volumes format:"}
	case "kubectl exec", "oc exec":
		return optionTable{list: kubectlExec}
	}
	return optionTable{}
}

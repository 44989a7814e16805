//go:build unix

package faults

import "testing"

func TestJournal(t *testing.T) {
	const event = fire + "< /dev/null > /dev/null 2>&1; "
	const segment = `mkdir -p $GRAPNEL_STATE_DIR/journal; cd $GRAPNEL_STATE_DIR/journal; s=$(date -u +%F).0001.jsonl; `
	const back = `; cd - > /dev/null; `
	check(t, []fault{
		{name: "is the user's alone under any umask", files: guard(deny), run: "umask 000; " + event + `stat -c %a $GRAPNEL_STATE_DIR/journal $GRAPNEL_STATE_DIR/journal/*.jsonl`, says: "700\n600\n"},
		{name: "takes rights away that others had", files: guard(deny), run: segment + `chmod 777 .; touch $s; chmod 666 $s` + back + event + `stat -c %a $GRAPNEL_STATE_DIR/journal $GRAPNEL_STATE_DIR/journal/*.jsonl`, says: "700\n600\n"},
		{name: "does not follow a link to a file", files: guard(deny), run: segment + `echo precious > ~/x; ln -s ~/x $s` + back + event + `cat ~/x; wc -l < ~/x`, says: "precious\n1\n"},
		{name: "does not follow a link to nothing", files: guard(deny), run: segment + `ln -s ~/x $s` + back + event + `[ ! -e ~/x ]`},
		{name: "does not follow a link to a directory", files: guard(deny), run: `mkdir -p $GRAPNEL_STATE_DIR ~/d; ln -s ~/d $GRAPNEL_STATE_DIR/journal; ` + event + `ls -A ~/d | wc -l`, says: "0\n"},
		{name: "that is a pipe costs no decision", files: guard(deny), run: segment + `mkfifo $s` + back + fire + "< /dev/null", exit: 2, says: "not a regular file"},
		{name: "that is a pipe can be looked at", files: guard(deny), run: segment + `mkfifo $s` + back + `timeout 20 grapnel trace; timeout 20 grapnel trace stats`},
		{name: "that is a file costs no decision", files: guard(deny), run: `mkdir -p $GRAPNEL_STATE_DIR; touch $GRAPNEL_STATE_DIR/journal; ` + fire + "--json < /dev/null", exit: 2, says: "journal-failed"},
		{name: "with damaged lines shows the others", files: guard(deny), run: event + segment + `printf '{"id": "x"\n\0\0\n\xff\n[]\n' >> $s` + back + event + `grapnel trace --json | grep -c blocked; grapnel trace`, says: "2\n"},
		{name: "with a line without end shows the others", files: guard(deny), slow: true, run: event + segment + `head -c 200000000 /dev/zero | tr '\0' x >> $s; echo >> $s` + back + event + `ulimit -v 3000000; grapnel trace --json | grep -c blocked`, says: "2\n"},
		{name: "torn at the end loses only that", files: guard(deny), run: event + event + segment + `truncate -s -20 $s` + back + event + `grapnel trace --json | grep -c blocked`, says: "2\n"},
		{name: "survives a segment of the future", files: guard(deny), run: event + segment + `cp $s $(date -u -d '+45 days' +%F).0001.jsonl` + back + event + event + `grapnel trace --json --limit 0 | sort -u | grep -c blocked`, says: "3\n"},
		{name: "survives writers that are killed", files: guard("exit 2"), run: `for i in {1..30}; do timeout -s KILL 0.0$((RANDOM % 9)) ` + fire + `< /dev/null > /dev/null 2>&1; done; ` + event + `grapnel trace --json --limit 1 | grep -c blocked`, says: "1\n"},
		{name: "report of tests is the user's alone", files: map[string]string{"x.hooktest.yaml": "tests: 5"}, run: "umask 000; touch r.xml; chmod 666 r.xml; grapnel test --junit r.xml > /dev/null; stat -c %a r.xml", says: "600\n"},
		{name: "page is the user's alone", files: guard(deny), run: "umask 000; " + event + "grapnel trace --html p.html 2> /dev/null; stat -c %a p.html", says: "600\n"},
		{name: "page is the user's alone, also if there was one", files: guard(deny), run: "umask 000; touch p.html; chmod 666 p.html; " + event + "grapnel trace --html p.html 2> /dev/null; stat -c %a p.html", says: "600\n"},
	})
}

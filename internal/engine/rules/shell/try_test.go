package shell
import ("testing";"fmt";"os";"bufio")
func TestTry(t *testing.T){
 f,err:=os.Open("/tmp/dv/try.txt"); if err!=nil {t.Skip()}
 sc:=bufio.NewScanner(f)
 for sc.Scan(){ s:=Parse(sc.Text()); fmt.Printf("%s\n   => ", sc.Text()); for _,c:=range s.Commands { fmt.Printf("[%s|%s|%v] ",c.Program,c,c.Dirs); if ps:=c.Paths(); len(ps)>0 {for _,p:=range ps {fmt.Printf("<%s %v>",p,p.Write)}}}; fmt.Println(s.Redirects,s.Undecided)}
}

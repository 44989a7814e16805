// ask fires an event and returns the answer. Whatever goes wrong is a deny
// before an operation, unless the registration says otherwise.
function ask(event, payload) {
  if (!registration.events.includes(event)) return Promise.resolve({});
  return new Promise((resolve) => {
    const failed = (why) =>
      resolve(registration.closes.includes(event) ? { deny: true, reason: `${registration.gone} (${why})` } : {});
    let child;
    try {
      child = spawn(registration.binary, [...registration.args, "--event", event], {
        cwd: payload.cwd || undefined,
        stdio: ["pipe", "pipe", "ignore"],
      });
    } catch (error) {
      return failed(error.message);
    }
    const timer = setTimeout(() => {
      failed("no answer in time");
      child.kill("SIGKILL");
    }, registration.timeoutMs);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => {
      clearTimeout(timer);
      failed(error.message);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) return failed(`exit code ${code}`);
      const text = Buffer.concat(chunks).toString("utf8").trim();
      try {
        resolve(text === "" ? {} : JSON.parse(text));
      } catch (error) {
        failed(error.message);
      }
    });
    child.stdin.on("error", () => {}); // the exit code says what is wrong
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...payload }));
  });
}

// replace gives an object the members of another, in place: others hold on to it.
function replace(object, members) {
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, members);
}

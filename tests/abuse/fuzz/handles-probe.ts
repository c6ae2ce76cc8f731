// Loaded into a service by a test: on SIGUSR2 it writes what keeps its event loop busy, by kind. No service has this by itself.
process.on("SIGUSR2", () => {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify({ msg: "handles", counts })}\n`);
});

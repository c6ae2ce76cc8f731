import type { Page } from "@playwright/test";
import { systemClock } from "@tidemark/kit-node";
import { type Figure, isShort, median } from "../measure.ts";

const settleMs = 5_000;
const loadMs = isShort ? 30_000 : 600_000;
/** The first samples are taken while caches fill. */
const samples = 12;
const megabyte = 1_048_576;

type Watched = { longTasks: number[] };

/** What the page needs of memory after everything that nobody holds is gone. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / megabyte;
  } finally {
    await session.detach();
  }
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { longTasks: [] };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
    }).observe({ type: "longtask" });
  });
}

const tasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.longTasks.splice(0));

/** Collecting garbage on request is a long task of its own, so what was seen while memory is measured is left out. */
export async function steadyGoals(page: Page): Promise<Figure[]> {
  await systemClock.sleep(settleMs);
  await watchTasks(page);
  const heap: number[] = [];
  const tasks: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    await systemClock.sleep(loadMs / samples);
    tasks.push(...(await tasksOf(page)));
    heap.push(await heapOf(page));
    await systemClock.sleep(500);
    await tasksOf(page);
  }
  const part = samples / 3;
  const growth = median(heap.slice(-part)) - median(heap.slice(0, part));
  const shown = tasks.toSorted((a, b) => b - a).slice(0, 8);
  const note = `${tasks.length} long tasks in ${loadMs / 1_000} s: ${shown.map((ms) => ms.toFixed(0)).join(" ")}`;
  return [
    { name: "terminal.longest_task_ms", figure: shown[0] ?? 0, goal: 50, floor: 100, better: "less", note },
    {
      name: "terminal.memory_growth_mb",
      figure: growth,
      goal: 1,
      floor: 5,
      better: "less",
      note: `after collections: ${heap.map((mb) => mb.toFixed(1)).join(" ")}`,
    },
  ];
}

import { type ProposalState, proposalStates } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { decisionProblem, follow, isApproved, isOwnApproval, roleProblem, type Waiting } from "./rules.ts";

const waiting: Waiting = {
  state: "WAITING",
  role: "treasury",
  by: 1,
  deviceId: "a",
  until: 1_000,
  needed: 1,
  approvals: [],
};
const operator = { uid: 2, deviceId: "b", roles: ["treasury"] } as const;

test("an operator needs the role that the call names", () => {
  expect(roleProblem([], "any")).toBe("NOT_OPERATOR");
  expect(roleProblem(["risk"], "treasury")).toBe("OPERATOR_ROLE_MISSING");
  expect(roleProblem(["risk"], "any")).toBeUndefined();
  expect(roleProblem(["risk", "treasury"], "treasury")).toBeUndefined();
});

test("a proposal can be decided while it waits, up to its last millisecond", () => {
  expect(decisionProblem(waiting, 999)).toBeUndefined();
  expect(decisionProblem(waiting, 1_000)).toBe("PROPOSAL_EXPIRED");
  expect(decisionProblem({ ...waiting, state: "EXPIRED" }, 0)).toBe("PROPOSAL_EXPIRED");
  for (const state of ["SENT", "DONE", "REFUSED", "REJECTED"] as const)
    expect([state, decisionProblem({ ...waiting, state }, 0)]).toEqual([state, "PROPOSAL_FINAL"]);
});

test("nobody approves his own proposal, by another account on the same device neither", () => {
  expect(isOwnApproval(waiting, { ...operator, uid: 1 })).toBe(true);
  expect(isOwnApproval(waiting, { ...operator, deviceId: "a" })).toBe(true);
  expect(isOwnApproval(waiting, operator)).toBe(false);
  const once = { ...waiting, needed: 2, approvals: [{ by: 3, deviceId: "b", at: 0 }] };
  expect(isOwnApproval(once, operator)).toBe(true);
});

test("an approval counts while its operator has the role", () => {
  const approved = { ...waiting, approvals: [{ by: 2, deviceId: "b", at: 0 }] };
  expect(isApproved(approved, new Set([1, 2]))).toBe(true);
  expect(isApproved(approved, new Set([1]))).toBe(false);
  expect(isApproved(waiting, new Set([1]))).toBe(false);
  expect(isApproved({ ...waiting, needed: 0 }, new Set())).toBe(true);
});

test("a state follows another only as the table says, and none follows an end", () => {
  const names = Object.keys(proposalStates) as ProposalState[];
  const allowed = names.flatMap((from) =>
    names
      .filter((to) => {
        try {
          return follow(from, to) === to;
        } catch {
          return false;
        }
      })
      .map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual(["WAITING SENT", "WAITING REJECTED", "WAITING EXPIRED", "SENT DONE", "SENT REFUSED"]);
});

test("over random sequences of decisions, nothing is sent without the approval of another operator with the role", () => {
  let seed = 20_261_116;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 10_000; round += 1) {
    const holders = new Set([0, 1, 2, 3].filter(() => random(3) > 0));
    let proposal: Waiting = { ...waiting, by: random(4), deviceId: String(random(5)), needed: 1 + random(2) };
    for (let step = 0; step < 8; step += 1) {
      const by = random(4);
      const deviceId = String(random(5));
      const roles = holders.has(by) ? (["treasury"] as const) : [];
      const isDone = proposal.approvals.some((one) => one.by === by);
      if (roleProblem(roles, "treasury") !== undefined || decisionProblem(proposal, 0) !== undefined || isDone)
        continue;
      if (isOwnApproval(proposal, { uid: by, deviceId, roles })) continue;
      proposal = { ...proposal, approvals: [...proposal.approvals, { by, deviceId, at: step }] };
      if (random(5) === 0) holders.delete(random(4));
      if (isApproved(proposal, holders)) proposal = { ...proposal, state: follow(proposal.state, "SENT") };
    }
    if (proposal.state !== "SENT") continue;
    const others = new Set(proposal.approvals.map((one) => one.by));
    expect([round, others.has(proposal.by), others.size >= proposal.needed]).toEqual([round, false, true]);
    const devices = [proposal.deviceId, ...proposal.approvals.map((one) => one.deviceId)];
    expect([round, new Set(devices).size]).toEqual([round, devices.length]);
  }
});

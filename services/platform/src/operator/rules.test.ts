import { type ProposalState, proposalStates } from "@tidemark/contracts";
import { expect, test } from "vitest";
import {
  approvalStep,
  decisionProblem,
  follow,
  isApproved,
  isOwnApproval,
  roleProblem,
  type Waiting,
} from "./rules.ts";

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

test("[U.39] in 10,000 random sequences of proposals and approvals, with roles granted and taken away, nobody approves alone", () => {
  let seed = 20_261_116;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const people = [1, 2, 3, 4] as const;
  /** Two devices each; the second of two neighbours is one that they share. */
  const deviceOf = (uid: number): string => (random(2) === 0 ? `own-${uid}` : `shared-${uid >> 1}`);
  const seen = new Map<string, number>();
  for (let round = 0; round < 10_000; round += 1) {
    const holders = new Set<number>(people.filter(() => random(3) > 0));
    const by = people[random(4)]!;
    if (!holders.has(by)) continue;
    let proposal: Waiting = { ...waiting, by, deviceId: deviceOf(by), needed: 1 + random(2) };
    for (let step = 0; step < 12; step += 1) {
      const someone = people[random(4)]!;
      if (random(4) === 0) holders[random(2) === 0 ? "delete" : "add"](someone);
      const uid = people[random(4)]!;
      const operator = { uid, deviceId: deviceOf(uid), roles: holders.has(uid) ? (["treasury"] as const) : [] };
      const taken = approvalStep(proposal, operator, holders, 100);
      seen.set(taken, (seen.get(taken) ?? 0) + 1);
      if (taken === "orphaned") proposal = { ...proposal, state: follow(proposal.state, "REJECTED") };
      if (taken !== "added" && taken !== "last") continue;
      // What was taken: another person, with the role, on another device, and a proposer who still has the role.
      const others = [proposal, ...proposal.approvals];
      expect([round, others.some((one) => one.by === uid), holders.has(uid), holders.has(by)]).toEqual([
        round,
        false,
        true,
        true,
      ]);
      expect([round, others.some((one) => one.deviceId === operator.deviceId)]).toEqual([round, false]);
      const approvals = [...proposal.approvals, { by: uid, deviceId: operator.deviceId, at: step }];
      proposal = { ...proposal, approvals };
      if (taken !== "last") continue;
      const counted = new Set(approvals.map((one) => one.by).filter((one) => holders.has(one)));
      expect([round, counted.has(by), counted.size >= proposal.needed]).toEqual([round, false, true]);
      proposal = { ...proposal, state: follow(proposal.state, "SENT") };
    }
  }
  // Every way out was taken often: the sequences are not all alike.
  for (const taken of ["added", "last", "repeated", "orphaned", "OWN_APPROVAL", "NOT_OPERATOR", "PROPOSAL_FINAL"])
    expect([taken, (seen.get(taken) ?? 0) > 100]).toEqual([taken, true]);
});

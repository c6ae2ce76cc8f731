import { createRequire } from "node:module";
import type { Abi, Hex } from "viem";
import type { AnvilClient } from "./anvil.ts";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Plain {
  event Transfer(address indexed from, address indexed to, uint256 value);
  mapping(address => uint256) public balanceOf;
  bool public paused;
  function mint(address to, uint256 value) external { balanceOf[to] += value; }
  function pause(bool on) external { paused = on; }
  function moved(address to, uint256 value) internal virtual {
    require(!paused, "paused");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
  function transfer(address to, uint256 value) external virtual returns (bool) { moved(to, value); return true; }
}
contract Fee is Plain {
  function moved(address to, uint256 value) internal override {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value - value / 100;
    emit Transfer(msg.sender, to, value);
  }
}
contract Half is Plain {
  function moved(address to, uint256 value) internal override {
    balanceOf[msg.sender] -= value / 2;
    balanceOf[to] += value / 2;
    emit Transfer(msg.sender, to, value / 2);
  }
}
contract Liar is Plain {
  function moved(address to, uint256 value) internal override { emit Transfer(msg.sender, to, value); }
}
contract ReturnsFalse is Plain {
  function transfer(address, uint256) external pure override returns (bool) { return false; }
}
contract Silent {
  event Transfer(address indexed from, address indexed to, uint256 value);
  function transfer(address to, uint256 value) external { emit Transfer(msg.sender, to, value); }
  function balanceOf(address) external pure returns (uint256) { revert("not said"); }
}
contract Nft {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);
  function transfer(address to, uint256 value) external { emit Transfer(msg.sender, to, value); }
  function balanceOf(address) external pure returns (uint256) { return 1; }
}
contract NoReturn {
  event Transfer(address indexed from, address indexed to, uint256 value);
  mapping(address => uint256) public balanceOf;
  function mint(address to, uint256 value) external { balanceOf[to] += value; }
  function transfer(address to, uint256 value) external {
    balanceOf[msg.sender] -= value; balanceOf[to] += value; emit Transfer(msg.sender, to, value);
  }
}
contract Reentrant is Plain {
  function moved(address to, uint256 value) internal override {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    if (value > 1) { balanceOf[address(this)] += 1; this.transfer(to, 1); }
  }
}
contract Huge is Plain {
  function decimals() external pure returns (uint8) { return 255; }
}
contract Payer {
  function payThenRevert(address payable[] calldata to) external payable {
    for (uint i = 0; i < to.length; i++) to[i].transfer(msg.value / to.length);
    revert("taken back");
  }
  function pay(address payable to) external payable { to.transfer(msg.value); }
}
`;

type Compiled = { readonly abi: Abi; readonly creation: Hex; readonly runtime: Hex };
let compiled: Readonly<Record<string, Compiled>> | undefined;

/** Compiled once per process, by the version that the lock file has. */
export function contractOf(name: string): Compiled {
  compiled ??= compileAll();
  return compiled[name]!;
}

function compileAll(): Record<string, Compiled> {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const selected = { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } };
  const settings = { evmVersion: "cancun", outputSelection: selected };
  const input = { language: "Solidity", sources: { "tokens.sol": { content: source } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts?: Record<
      string,
      Record<string, { abi: Abi; evm: Record<"bytecode" | "deployedBytecode", { object: string }> }>
    >;
  };
  const errors = (output.errors ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0 || output.contracts === undefined)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return Object.fromEntries(
    Object.entries(output.contracts["tokens.sol"]!).map(([name, { abi, evm }]) => [
      name,
      { abi, creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` } as const,
    ]),
  );
}

/** Puts a contract at an address, as if it had always been there: hostile code at the place of a registered token. */
export async function placeContract(client: AnvilClient, name: string, address: Hex): Promise<void> {
  await client.setCode({ address, bytecode: contractOf(name).runtime });
}

export async function callContract(
  client: AnvilClient,
  name: string,
  address: Hex,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
): Promise<Hex> {
  const hash = await client.writeContract({
    abi: contractOf(name).abi,
    address,
    functionName,
    args,
    value,
    gas: 500_000n,
  });
  await mined(client, hash);
  return hash;
}

const minedMs = 5_000;
const minedTries = 12;

/** Where blocks come with transactions, anvil has left one in its pool while others came: a block is mined by hand then. */
async function mined(client: AnvilClient, hash: Hex): Promise<void> {
  for (let left = minedTries; ; left -= 1)
    try {
      await client.waitForTransactionReceipt({ hash, pollingInterval: 20, timeout: minedMs });
      return;
    } catch (error) {
      if (left <= 1) throw error;
      await client.mine({ blocks: 1 });
    }
}

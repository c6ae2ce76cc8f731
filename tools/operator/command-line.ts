/** What every action of the command line has. */
export type CommandLine = {
  readonly databaseUrl: string;
  readonly origin: string;
  readonly uidOf: (email: string) => Promise<number>;
  readonly print: (line: string) => void;
};

import type { ChildProcess, StdioOptions } from 'node:child_process'

export declare const prepareNextApp: () => Promise<string>
export declare const startNextApp: (settings: { port: number; api: string; stdio?: StdioOptions }) => ChildProcess

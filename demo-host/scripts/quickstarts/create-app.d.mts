import type { Tools } from './project.mjs'

/** Writes a new app; nothing is installed. @throws Error for an unknown stack or a folder that is not empty */
export declare const createApp: (
  name: string,
  folder: string,
  prepareTools: () => Promise<Tools>,
) => Promise<{ url: string; api: string; commands: readonly string[] }>

import type { ServedFiles } from '../serve/serve.ts'

/** Where the command runs: the repository and the npm package keep their files in different folders. */
export interface Place {
  /** Relative paths of settings start here. */
  root: string
  /** Folder of the built release. */
  release: string
  version: string
  readSchemas(): Promise<ServedFiles['schemas']>
  /** How a user runs a command here. */
  call(command: string): string
  /** The command that makes the release, where it may be missing. */
  build: string
}

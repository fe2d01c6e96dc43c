import type { ServedFiles } from '../serve/serve.ts'

/** Folders of a command, which differ between the repository and the npm package. */
export interface Place {
  /** Base of relative paths in settings. */
  root: string
  /** Folder of the built release. */
  release: string
  version: string
  readSchemas(): Promise<ServedFiles['schemas']>
  /** Returns the command line with which a user runs a command here. */
  call(command: string): string
  /** Command that builds the release if it is missing. */
  build: string
}

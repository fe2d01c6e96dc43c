export interface Stack {
  readonly generator: string
  readonly build: string
}

export interface Project {
  stack: Stack
  folder: string
  /** Lines of the quickstart that the stack's generator doesn't write. */
  ownLines: number
  remove(): Promise<void>
}

export interface Tools {
  /** Folder of the installed generators. */
  tools: string
  /** The packed npm package. */
  tarball: string
}

/** Does the work of a step of the page; `commands` are those that the page has for it. */
export type Follow = <Result>(commands: readonly string[], work: () => Promise<Result>) => Promise<Result>

/**
 * @param options.isChecked Whether types are checked. Default: true.
 * @throws Error with the output of the generator, the install or the type check that failed
 */
export declare const createProject: (
  name: string,
  options: Tools & { replace?: (text: string) => string; isChecked?: boolean; follow?: Follow },
) => Promise<Project>

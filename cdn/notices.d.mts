interface Chunk {
  fileName: string
  moduleIds: string[]
}

/** File name of the notices within the release. */
export declare const NOTICES: string
/** Resolves with the packages of each file, such as `{ 'fe.esm.js': ['react@19.3.1'] }`. */
export declare const writeNotices: (
  folder: string,
  chunks: readonly Chunk[],
  home?: string,
) => Promise<Record<string, string[]>>
/** Returns the banner; empty for a file without code of packages. */
export declare const noticeBanner: (chunk: Pick<Chunk, 'moduleIds'>) => string

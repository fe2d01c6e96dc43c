/** Folder of the repository. */
export const root: string
/** Version of the release. */
export const version: string

import type { FreshWhen } from '../../call/ruled-request.ts'

/** Returns whether a request begins an export. Later pages need no new proof, however long the export takes. */
export const startsExport: FreshWhen = ({ body }) => !body.cursor

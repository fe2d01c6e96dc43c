import type { FreshWhen } from '../../call/ruled-request.ts'

/** The proof holds for the whole export, however long it takes. */
export const startsExport: FreshWhen = ({ body }) => !body.cursor

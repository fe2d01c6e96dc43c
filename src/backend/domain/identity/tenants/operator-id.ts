import { stableId } from '../../../stable-id.ts'

/**
 * Id of the account of the company that runs the product, above all others. It is the same in every database, so that
 * no call has to look it up to hide it from customers; it gives no access.
 */
export const OPERATOR_ID = stableId('operator account')

import { stableId } from '../../../stable-id.ts'

/**
 * The account of the company that runs the product, above all others. Its id is the same in every database, so that no call has to
 * look it up to keep it from customers; it gives no access.
 */
export const OPERATOR_ID = stableId('operator account')

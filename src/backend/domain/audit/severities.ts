/** Events that an administrator should look at. */
export const SEVERE = ['High', 'Error', 'Critical'] as const

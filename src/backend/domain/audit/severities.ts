/** Severities of events that an administrator should look at. */
export const SEVERE = ['High', 'Error', 'Critical'] as const

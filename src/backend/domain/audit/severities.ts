/** Severities of events that an administrator should review. */
export const SEVERE = ['High', 'Error', 'Critical'] as const

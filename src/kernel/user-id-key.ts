/** Storage key of the last user who signed in on this device. Clients of the same contract share it. */
export const USER_ID_KEY = 'userId'

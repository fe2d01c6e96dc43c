/** Storage key of the user who signed in last on this device. Clients of the same contract share it. */
export const USER_ID_KEY = 'userId'

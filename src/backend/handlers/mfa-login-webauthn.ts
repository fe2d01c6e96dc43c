export const mfaLoginWebauthnHandlers = {}

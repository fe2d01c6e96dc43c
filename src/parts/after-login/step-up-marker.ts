/** A step-up goes on after a sign-out and a new sign-in. It lives from one page to the next only. */
export const SHOULD_STEP_UP = 'SHOULD_STEP_UP'

/** Marks a step-up that continues after a sign-out and a new sign-in. It is kept only from one page to the next. */
export const SHOULD_STEP_UP = 'SHOULD_STEP_UP'

export interface LogoutState {
  step: 'waiting' | 'signingOut'
}

export type LogoutEvent = { type: 'started' } | { type: 'ended' }

export const initialLogout: LogoutState = { step: 'waiting' }

/** Starting again while a sign-out is in progress changes nothing. */
export const logoutTransition = (state: LogoutState, event: LogoutEvent): LogoutState => {
  const step = event.type === 'started' ? 'signingOut' : 'waiting'
  return step === state.step ? state : { step }
}

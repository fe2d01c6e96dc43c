/** One request as a value; a state that contradicts itself cannot be written. */
export type RequestState<Value> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly value?: Value }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly message: string; readonly value?: Value }

export const idle: RequestState<never> = { status: 'idle' }

export const knownValue = <Value>(state: RequestState<Value>): Value | undefined =>
  state.status === 'idle' ? undefined : state.value

/** Keeps what was there, so that a reload does not blank the screen. */
export const loading = <Value>(before: RequestState<Value> = idle): RequestState<Value> => ({
  status: 'loading',
  value: knownValue(before),
})

export const ready = <Value>(value: Value): RequestState<Value> => ({ status: 'ready', value })

export const failed = <Value>(message: string, before: RequestState<Value> = idle): RequestState<Value> => ({
  status: 'failed',
  message,
  value: knownValue(before),
})

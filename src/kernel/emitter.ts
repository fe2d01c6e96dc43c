export interface Emitter<Payload> {
  subscribe(listener: (payload: Payload) => void): () => void
  emit(payload: Payload): void
  clear(): void
}

/** Creates an emitter. An error of a listener is reported and does not affect the other listeners. */
export const createEmitter = <Payload>(onError: (error: unknown) => void = () => {}): Emitter<Payload> => {
  const listeners = new Set<(payload: Payload) => void>()
  const call = (listener: (payload: Payload) => void, payload: Payload) => {
    try {
      listener(payload)
    } catch (error) {
      onError(error)
    }
  }
  return {
    subscribe(listener) {
      // Each subscription has a wrapper, so that a function subscribed twice is called twice.
      const entry = (payload: Payload) => listener(payload)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    emit(payload) {
      for (const listener of [...listeners]) if (listeners.has(listener)) call(listener, payload)
    },
    clear: () => listeners.clear(),
  }
}

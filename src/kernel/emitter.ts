export interface Emitter<Payload> {
  subscribe(listener: (payload: Payload) => void): () => void
  emit(payload: Payload): void
  clear(): void
}

/** A listener that throws is reported and does not keep the others from hearing. */
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
      // A wrapper per subscription, so that one function subscribed twice is heard twice.
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

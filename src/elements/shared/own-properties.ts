/** Moves values that were set before the definition loaded: as own properties they would hide the accessors. */
export const adoptOwnProperties = (element: object, names: readonly string[]): void => {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

/** A value that was set before the definition arrived is an own property, and would hide the accessor. */
export const adoptOwnProperties = (element: object, names: readonly string[]): void => {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

/**
 * Sets a value as if the user had typed it. React overrides the property of the field itself to detect changes by
 * scripts.
 */
export const setValue = (field: HTMLElement, value: string): void => {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

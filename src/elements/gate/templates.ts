/** Adds the content of a gate's `<template>` to the page only while it may be seen. */
export const createTemplates = (host: Element) => {
  const shown = new Map<HTMLTemplateElement, Node[]>()
  const take = (template: HTMLTemplateElement) => {
    for (const node of shown.get(template) ?? []) node.parentNode?.removeChild(node)
    shown.delete(template)
  }
  const put = (template: HTMLTemplateElement) => {
    if (shown.has(template)) return
    const content = document.importNode(template.content, true)
    shown.set(template, [...content.childNodes])
    template.after(content)
  }
  const own = () => [...host.children].filter((child) => child instanceof HTMLTemplateElement)
  return {
    show() {
      for (const template of shown.keys()) if (template.parentNode !== host) take(template)
      for (const template of own()) put(template)
    },
    hide() {
      for (const template of [...shown.keys()]) take(template)
    },
  }
}

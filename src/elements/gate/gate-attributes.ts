/**
 * Attributes of `<fe-gate>`: everything that is named must be held. A gate without any is open to every signed-in user; an
 * attribute that is there but names nothing keeps it closed.
 */
export interface GateAttributes {
  /**
   * Which app of the page decides.
   *
   * @default 'default'
   * @example <fe-gate app="shop" roles="admin"></fe-gate>
   */
  app?: string
  /**
   * Permission keys, space-separated. Held keys may carry wildcards; a super user holds all.
   *
   * @default none
   * @example <fe-gate permission="fe.secure.read.users fe.secure.read.roles"></fe-gate>
   */
  permission?: string
  /**
   * Role keys, space-separated; a super user has all.
   *
   * @default none
   * @example <fe-gate roles="admin"></fe-gate>
   */
  roles?: string
  /**
   * The same as `roles`. ARIA has an attribute of this name, and checkers of markup complain of values it does not know.
   *
   * @default none
   * @example <fe-gate role="admin"></fe-gate>
   */
  role?: string
  /**
   * Feature keys, space-separated; the engine decides, also about super users. Needs `entitlementsOptions.enabled`.
   *
   * @default none
   * @example <fe-gate feature="sso"></fe-gate>
   */
  feature?: string
  /**
   * What a closed gate does: hide its content, show it out of reach, or say why instead. An unknown mode hides.
   *
   * @default 'hide'
   * @example <fe-gate feature="sso" mode="message"></fe-gate>
   */
  mode?: 'hide' | 'disable' | 'message'
  /**
   * JSON object of attributes that rules of features may look at; the property `customAttributes` takes an object and wins.
   *
   * @default none
   * @example <fe-gate feature="bulk-import" custom-attributes="{}"></fe-gate>
   */
  'custom-attributes'?: string
  /**
   * Shows developers why the gate is open or closed, on localhost or with the option `explain`.
   *
   * @default absent
   * @example <fe-gate feature="sso" explain></fe-gate>
   */
  explain?: boolean | ''
}

/** How every comment of this action's own can be told, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';

/** GitHub's own roles, the weakest first: each is `role_name`, and what it amounts to is `permission`. */
export const RANKS = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};
export type Rank = keyof typeof RANKS;

/** A repository role. Others than GitHub's own are custom roles, with the permission they are based on. */
export type Role =
  | Rank
  | {
      readonly permission: (typeof RANKS)[Rank];
      readonly role_name: string;
      /** GitHub's own role that it is built on, which `user.permissions` shows; `permission` unless given. */
      readonly basedOn?: Rank;
    };

/** Whether a role may do what `least` may. */
export function reaches(role: Role, least: Rank): boolean {
  const ranks = Object.keys(RANKS);
  const rank = typeof role === 'object' ? (role.basedOn ?? role.permission) : role;
  return ranks.indexOf(rank) >= ranks.indexOf(least);
}

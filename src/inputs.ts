import type { Period } from './analytics/period.ts';

/** What every mode needs. */
interface CommonInputs {
  /** The admin API key, trimmed. Already masked. */
  readonly apiKey: string;
  /** Where the platform's API lives. Its path has no slash at the end. */
  readonly baseUrl: URL;
  /** For comments and permission checks; empty if the workflow gave none. */
  readonly githubToken: string;
}

/** A repository permission, from the least to the most. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Outcomes that `fail-on` can name. */
export const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request'] as const;
export type Failable = (typeof FAILABLE)[number];

/** `mode: agent`. Durations are in milliseconds. */
export interface AgentInputs extends CommonInputs {
  readonly mode: 'agent';
  readonly projectId: string;
  /** The instruction: of `prompt`, or what `prompt-file` holds. */
  readonly prompt: string | undefined;
  readonly context: 'auto' | 'event' | 'none';
  readonly jobId: string | undefined;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly settleMs: number;
  readonly failOn: ReadonlySet<Failable>;
  readonly comment: boolean;
  readonly issueNumber: number | undefined;
  readonly triggerLabel: string | undefined;
  readonly triggerPhrase: string;
  readonly minimumPermission: Permission;
  /** Logins, as given. */
  readonly allowedBots: readonly string[];
  readonly dryRun: boolean;
}

/** `mode: analytics`. */
export interface AnalyticsInputs extends CommonInputs {
  readonly mode: 'analytics';
  /** One or more, without repeats, in the order given. */
  readonly projectIds: readonly string[];
  readonly period: Period;
  readonly compare: boolean;
  readonly daily: boolean;
  readonly top: number;
  readonly maxRequests: number;
  /** Empty: no artifact. */
  readonly artifactName: string;
  /** Days; 0 is the repository's setting. */
  readonly retentionDays: number;
  /** Absolute. */
  readonly reportDirectory: string;
}

export type Inputs = AgentInputs | AnalyticsInputs;

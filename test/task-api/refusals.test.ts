import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../src/task-api/refusals.ts';

describe('a refusal’s subject', () => {
  it.each([
    'Invalid API key provided',
    'invalid api_key',
    'The API key is expired or was revoked.',
    'Unauthorized',
    'unauthorised access',
    'Authentication failed',
    'API key required',
    '无效的API密钥',
  ])('is the key: %s', (message) => {
    expect(subjectOf(message)).toBe('key');
  });

  it.each([
    'insufficient credits',
    'Not enough credits to run this task',
    'Insufficient account balance',
    'You have no remaining credits.',
    'Your balance is too low',
    'monthly quota exceeded',
    'You exceeded your current quota, please check your plan and billing details',
    'This account has been suspended',
    'Please top up',
    '余额不足',
  ])('is the account: %s', (message) => {
    expect(subjectOf(message)).toBe('account');
  });

  it.each([
    'this prompt is against our rules',
    'Content policy violation',
    'aspect_ratio must have the form <width>:<height>',
    'unauthorized use of a celebrity likeness',
    'the image could not be fetched',
    'unknown model_id',
    '提示词包含敏感内容',
  ])('is neither if it’s about the request: %s', (message) => {
    expect(subjectOf(message)).toBeUndefined();
  });

  it.each(['', 'no', 'something went wrong', 'task not found', 'The service gave no reason.'])(
    'is unknown if the words do not say: %s',
    (message) => {
      expect(subjectOf(message)).toBeUndefined();
    },
  );

  it('is found quickly in the longest message', () => {
    const message = 'no no no '.repeat(50).slice(0, 400);
    expect(subjectOf(message)).toBeUndefined();
  });
});

# SPDX-License-Identifier: Apache-2.0
"""Schedulability under preemption thresholds: what is proven about a system before it runs.

``analyze`` gives the response times of all threads, ``assign`` chooses thresholds and priorities,
``scenario_of`` shows how a worst case comes about, ``sensitivity`` how much a system can change.
docs/analysis.md has the formulas, their sources, and the limits.
"""

from limen.analysis.analyze import analyze
from limen.analysis.assign import Assignment, Change, Objective, Priorities, Thresholds, assign
from limen.analysis.explain import Release, Scenario, scenario_of
from limen.analysis.policies import nonpreemptive, preemptive
from limen.analysis.results import Analysis, Blocker, InterruptBound, Job, Stack, ThreadBound
from limen.analysis.sensitivity import Sensitivity, ThreadSensitivity, critical_scaling, sensitivity

__all__ = [
    "Analysis",
    "Assignment",
    "Blocker",
    "Change",
    "InterruptBound",
    "Job",
    "Objective",
    "Priorities",
    "Release",
    "Scenario",
    "Sensitivity",
    "Stack",
    "ThreadBound",
    "ThreadSensitivity",
    "Thresholds",
    "analyze",
    "assign",
    "critical_scaling",
    "nonpreemptive",
    "preemptive",
    "scenario_of",
    "sensitivity",
]

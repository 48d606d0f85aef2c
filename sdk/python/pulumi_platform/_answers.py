# Generated from the definitions. Do not edit: change their examples and run `npm run generate`.
import typing

ANSWERS: typing.Dict[str, typing.Any] = {
    "ReportSchedule": {
        "id": "{number}",
        "answer": {
            "reportViewId": "5678",
            "nextRunDate": 1767225600000,
            "ownerId": "1000001",
        },
        "repeats": {"reportViewId": "viewId"},
    },
    "Group": {"id": "{number}", "answer": {}},
    "GroupMembers": {"id": "{groupId}", "answer": {}},
    "DatasetShare": {
        "id": "{datasetId}",
        "answer": {},
        "answerWith": {"sendEmail": {"outcome": "done"}},
    },
    "Certification": {
        "id": "{entityType}/{entityId}",
        "answer": {"message": "Certified"},
    },
    "ScheduledReportEmails": {"id": "scheduled-report-emails", "answer": {}},
    "ReportSend": {"id": "{run}", "answer": {"outcome": "done", "ranAt": 1767225600000}},
    "TextGeneration": {
        "id": "{run}",
        "answer": {
            "output": "Welcome to the weekly report.",
            "prompt": "Greet the readers of the weekly report in one sentence.",
            "modelId": "platform.text-1",
            "modelProviderUsage": {
                "inputTokens": 18,
                "outputTokens": 6,
                "totalTokens": 24,
                "reasoningTokens": 0,
            },
            "choices": [{"output": "Welcome to the weekly report."}],
            "responseSessionId": "8d2f4b60-1c3e-4f7a-a9b8-7e6d5c4b3a05",
            "outcome": "done",
            "ranAt": 1767225600000,
        },
        "repeats": {"prompt": "input"},
    },
    "ReportNotification": {
        "id": "{run}",
        "answer": {"outcome": "done", "ranAt": 1767225600000},
    },
    "DatasetIndex": {
        "id": "{run}",
        "answer": {
            "indexRequestKey": "5f0c7f1e-2b6d-4a3f-8c55-9d1e7b2a4c06",
            "outcome": "done",
            "ranAt": 1767225600000,
        },
        "answerWith": {"waitMinutes": {"indexedVersions": 2, "requestedVersions": 2}},
    },
    "StreamExecution": {
        "id": "{run}",
        "answer": {
            "executionId": "12",
            "currentState": "ACTIVE",
            "startedAt": 1767225600,
            "outcome": "done",
            "ranAt": 1767225600000,
        },
        "answerWith": {
            "waitMinutes": {
                "currentState": "SUCCESS",
                "endedAt": 1767225660,
                "rowsInserted": 1200,
                "bytesInserted": 48000,
            },
        },
    },
    "getRoles": {
        "answer": {
            "roles": [
                {
                    "id": "1",
                    "name": "Admin",
                    "description": "Manages the instance",
                    "authorityCount": 40,
                    "userCount": 2,
                    "created": 1704067200000,
                    "modified": 1704067200000,
                },
                {
                    "id": "2",
                    "name": "Editor",
                    "description": "Changes content",
                    "authorityCount": 12,
                    "userCount": 5,
                    "created": 1704067200000,
                    "modified": 1704067200000,
                },
            ],
        },
    },
    "getRole": {
        "answer": {
            "id": "2",
            "name": "Editor",
            "description": "Changes content",
            "authorityCount": 12,
            "userCount": 5,
            "created": 1704067200000,
            "modified": 1704067200000,
        },
        "repeats": {"id": "id", "name": "name"},
    },
    "getFileMetadata": {
        "answer": {
            "id": "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
            "path": "/handbook.pdf",
            "name": "handbook.pdf",
            "fileType": "DOCUMENT",
            "contentType": "application/pdf",
            "size": 20480,
            "created": "2024-01-01T00:00:00Z",
            "createdBy": "1000001",
            "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "hashAlgorithm": "SHA_256_HEX",
            "downloadUrl": "https://platform.example.com/files/handbook.pdf",
            "connectorKey": "files",
            "indexStatus": "COMPLETED",
            "indexReason": "",
        },
        "repeats": {"id": "fileId"},
    },
    "listPartitions": {
        "answer": {
            "partitions": [{"partitionId": "2024-06-29"}, {"partitionId": "2024-06-30"}],
        },
    },
    "searchPartitions": {
        "answer": {
            "partitions": [
                {
                    "partitionId": "2024-06-30",
                    "rowCount": 1200,
                    "datecompleted": 1719792000000,
                },
            ],
        },
    },
    "getReportSchedules": {
        "answer": {
            "schedules": [
                {
                    "id": "4294967292",
                    "title": "Weekly sales",
                    "pageId": "1234",
                    "reportViewId": "5678",
                    "viewName": "Sales",
                    "type": "RECURRING",
                    "ownerId": "1000001",
                    "embedViewId": "5679",
                    "owner": True,
                    "cardCount": 3,
                    "recipientCount": 1,
                    "cardId": "9012",
                    "schedule": {
                        "frequency": "WEEKLY",
                        "daysToRun": "MON",
                        "hourOfDay": 8,
                        "minOfHour": 0,
                        "timezone": "America/New_York",
                        "enabled": True,
                    },
                },
            ],
        },
    },
    "getGroup": {
        "answer": {
            "id": "5000000001",
            "name": "Analysts",
            "type": "open",
            "userIds": ["1000001", "1000002"],
            "creatorId": "1000001",
            "memberCount": 2,
            "guid": "7a1e5c3b-0d4f-4b2a-9e6c-8f7d6e5c4b04",
            "description": "Reads all reports",
            "hidden": False,
            "default": False,
            "active": True,
        },
        "repeats": {"id": "id"},
    },
    "getWorkflows": {
        "answer": {"workflows": [{"id": "nightly", "name": "Nightly load"}]},
    },
    "generateText": {
        "answer": {
            "output": "{\"risks\":[\"time\",\"money\",\"people\"]}",
            "prompt": "Name three risks of the plan as JSON.",
            "modelId": "platform.text-1",
            "sessionId": "8d2f4b60-1c3e-4f7a-a9b8-7e6d5c4b3a05",
            "modelProviderUsage": {
                "inputTokens": 24,
                "outputTokens": 12,
                "totalTokens": 36,
                "reasoningTokens": 0,
            },
            "choices": [{"output": "{\"risks\":[\"time\",\"money\",\"people\"]}"}],
        },
        "repeats": {"prompt": "input", "sessionId": "sessionId"},
    },
}
